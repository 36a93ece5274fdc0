import { defineTexts } from '../../i18n/define-texts';

export const useModelViewTexts = defineTexts('modelView', {
  en: {
    keys: 'Arrow keys turn the model, plus and minus zoom, Home shows the initial view.',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    reset: 'Initial view',
    above: 'Plan from above',
    storey: 'Storey',
    all: 'All',
    tap: 'Tap the model to turn it',
    scroll: 'Scroll the page again',
    noWebGl:
      'This browser cannot draw the model, because WebGL is off or missing. Everything that it shows is in the list.',
    unreadable:
      'The model cannot be drawn. The console draws glTF and GLB files without compression. Everything else is in the list.',
  },
  zh: {
    keys: '方向键旋转模型，加减键缩放，Home 键恢复初始视图。',
    zoomIn: '放大',
    zoomOut: '缩小',
    reset: '初始视图',
    above: '俯视平面图',
    storey: '楼层',
    all: '全部',
    tap: '轻触模型即可旋转',
    scroll: '恢复页面滚动',
    noWebGl: '此浏览器未启用或不支持 WebGL，无法绘制模型。列表包含相同的内容。',
    unreadable: '无法绘制该模型。控制台可绘制未压缩的 glTF 和 GLB 文件。其他内容见列表。',
  },
});

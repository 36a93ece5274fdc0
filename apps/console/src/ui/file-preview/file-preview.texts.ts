import { defineTexts } from '../../i18n/define-texts';

export const useFilePreviewTexts = defineTexts('file-preview', {
  en: {
    download: 'Download',
    notShown: 'Files of this type cannot be shown here. Download the file to open it.',
    tooLarge: 'This file is too large to be shown here. Download it to open it.',
    cut: 'Only the beginning is shown. Download the file to read all of it.',
    content: 'Content of {{name}}',
  },
  zh: {
    download: '下载',
    notShown: '无法在此显示该类型的文件，请下载后打开。',
    tooLarge: '文件过大，无法在此显示，请下载后打开。',
    cut: '仅显示开头部分，请下载文件以查看全部内容。',
    content: '{{name}} 的内容',
  },
});

/** Renderers without a graphics card: of Chrome, Mesa, and Windows. */
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;
let renderer: string | null | undefined;

/** Returns whether the browser has WebGL. Without this check, the renderer would log an error if WebGL is missing. */
export function hasWebGl(): boolean {
  return rendererName() !== null;
}

/** Returns whether the processor draws, for which smooth edges cost more than everything else. */
export function isSoftware(): boolean {
  return SOFTWARE.test(rendererName() ?? '');
}

/** Read once, because a browser has few contexts. Null without WebGL. */
function rendererName(): string | null {
  renderer ??= read();
  return renderer;
}

function read(): string | null {
  const context = document.createElement('canvas').getContext('webgl2');
  const info = context?.getExtension('WEBGL_debug_renderer_info');
  const name = context && String(context.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return name;
}

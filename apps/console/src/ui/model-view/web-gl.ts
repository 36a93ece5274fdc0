/** Renderers without a graphics card: of Chrome, Mesa, and Windows. */
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

/** Returns whether the browser has WebGL. Without this check, the renderer would log an error if WebGL is missing. */
export function hasWebGl(): boolean {
  return contextOf() !== null;
}

/** Returns whether the processor draws, for which smooth edges cost more than everything else. */
export function isSoftware(): boolean {
  const context = contextOf();
  const info = context?.getExtension('WEBGL_debug_renderer_info');
  if (!context || !info) return false;
  return SOFTWARE.test(String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)));
}

function contextOf(): WebGL2RenderingContext | null {
  return document.createElement('canvas').getContext('webgl2');
}

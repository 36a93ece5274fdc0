/**
 * Copies a text to the clipboard. Pages over plain HTTP have no `navigator.clipboard`, so the text is copied from a
 * field beside the button, because a dialog keeps the focus inside.
 * @returns false if the browser does not allow it
 */
export async function copyFrom(button: HTMLElement | null, text: string): Promise<boolean> {
  try {
    // The type does not say that it may be missing.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard) {
      await clipboard.writeText(text);
      return true;
    }
  } catch {
    // The browser has refused it. The older way may still work.
  }
  return copyFromField(button, text);
}

function copyFromField(button: HTMLElement | null, text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  (button?.parentElement ?? document.body).append(field);
  field.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way on a page over plain HTTP
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    button?.focus();
  }
}

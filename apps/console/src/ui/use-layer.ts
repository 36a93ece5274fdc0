import { useEffect, useEffectEvent } from 'react';

/** Close the open dialogs, drawers and popovers. The topmost is the last. */
const layers: (() => void)[] = [];

/**
 * Lets Escape close the topmost dialog or drawer only. The key listeners of Mantine would close all of them, and the
 * input in a form would be lost together with its question.
 */
export function useLayer(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    const layer = () => close();
    layers.push(layer);
    // The browser ignores a listener that it already has.
    addEventListener('keydown', closeTopmost, { capture: true });
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [isOpen]);
}

function closeTopmost({ key, isComposing, target }: KeyboardEvent): void {
  if (key !== 'Escape' || isComposing) return;
  // Mantine marks fields with an open list. Escape closes the list first.
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  layers.at(-1)?.();
}

import { Modal, type ModalProps } from '@mantine/core';
import { useLayer } from './use-layer';

/** A dialog in the middle of the page. */
export function Dialog(props: ModalProps) {
  useLayer(props.opened, props.onClose);
  return <Modal closeOnEscape={false} {...props} />;
}

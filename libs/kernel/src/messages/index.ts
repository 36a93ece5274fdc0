export { ENGLISH } from './english';
export {
  mapMessage,
  MESSAGE_CODES,
  type Message,
  type MessageCode,
  type MessageValue,
  say,
  unknownRecord,
  withCode,
} from './say';

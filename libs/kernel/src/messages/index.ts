export { CHINESE } from './chinese';
export { ENGLISH } from './english';
export {
  inChinese,
  mapMessage,
  MESSAGE_CODES,
  type Message,
  type MessageCode,
  type MessageValue,
  say,
  unknownRecord,
  withCode,
} from './say';

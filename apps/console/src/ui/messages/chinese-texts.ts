/** Large Chinese texts, in a file that only Chinese pages load. */
export { CHINESE as MESSAGES } from '../../../../../libs/kernel/src/messages/chinese';
export { CHINESE as ERRORS } from '../errors/chinese-errors';

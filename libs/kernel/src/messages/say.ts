import { CHINESE } from './chinese';
import { ENGLISH } from './english';

/** A value that a message names. A value that is a sentence or a word of its own is again a message. */
export type MessageValue = string | number | boolean | Message;

/** A sentence for people that programs can read, too: clients translate it by its code and its values. */
export interface Message<Code extends string = string> {
  /** snake_case, for programs. */
  code: Code;
  values: Record<string, MessageValue>;
  /** The sentence in English. */
  message: string;
}

export type MessageCode = keyof typeof ENGLISH;
export const MESSAGE_CODES = Object.keys(ENGLISH) as MessageCode[];

/** The names of the placeholders in a text. */
type Names<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? (Name extends `${infer Count}|${string}` ? Count : Name) | Names<Rest>
  : never;
type ValuesOf<Code extends MessageCode> = Record<Names<(typeof ENGLISH)[Code]>, MessageValue>;

/** Returns the message of a code. The compiler reports a value that the text lacks or does not name. */
export function say<Code extends MessageCode>(
  code: Code,
  ...[values]: [Names<(typeof ENGLISH)[Code]>] extends [never] ? [] : [values: ValuesOf<Code>]
): Message<Code> {
  const given: Record<string, MessageValue> = values ?? {};
  return { code, values: given, message: filled(ENGLISH[code], given, ({ message }) => message) };
}

/** Says a message in Chinese. A code that the catalogue lacks stays in English. */
export function inChinese({ code, values, message }: Message): string {
  return Object.hasOwn(CHINESE, code) ? filled(CHINESE[code as MessageCode], values, inChinese) : message;
}

function filled(
  text: string,
  values: Record<string, MessageValue>,
  textOf: (message: Message) => string,
): string {
  return text.replaceAll(/{{(\w+)(?:\|(\w+))?}}/g, (_, name: string, noun?: string) => {
    const value = values[name] ?? '';
    const words = typeof value === 'object' ? textOf(value) : String(value);
    return noun === undefined ? words : `${words} ${noun}${value === 1 ? '' : 's'}`;
  });
}

type RecordKind =
  | 'alert'
  | 'area'
  | 'calendar'
  | 'fault'
  | 'file'
  | 'gateway'
  | 'model'
  | 'object'
  | 'price_series'
  | 'report_plan'
  | 'report_template'
  | 'user'
  | 'widget'
  | 'workflow';

/** Says that a field names a record that does not exist. */
export function unknownRecord(kind: RecordKind, id: number | string): Message {
  return say('unknown_record', { kind: say(kind), id });
}

/** Applies `change` to each text of a message, also to those of messages in its values. */
export function mapMessage<Given extends Message>(message: Given, change: (text: string) => string): Given {
  const values = Object.entries(message.values).map(([name, value]): [string, MessageValue] => {
    if (typeof value === 'object') return [name, mapMessage(value, change)];
    return [name, typeof value === 'string' ? change(value) : value];
  });
  return { ...message, values: Object.fromEntries(values), message: change(message.message) };
}

/** Gives a sentence that version 1.0 has stored without a code the code `other`. */
export function withCode<Stored extends { message: string }>(stored: Stored): Stored & Message {
  return { ...say('other', { reason: stored.message }), ...stored };
}

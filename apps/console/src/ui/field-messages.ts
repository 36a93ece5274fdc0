/**
 * The sentences of the API about fields, by the key of the console's own text. Most begin with the name of the field.
 * Named groups are the values of the text. `test/console/api-texts.test.ts` fails if a rule of the API has no
 * sentence here.
 */
export const FIELD_MESSAGES = {
  required: / (should not be empty|is (required|needed)\b.*)$/,
  text: / must be a string$/,
  shorter:
    / must (be shorter than or equal to|not have more than|not be longer than) (?<most>\d+) characters\.?$/,
  longer: / must (be longer than or equal to|have at least) (?<least>\d+) characters\.?$/,
  bytes: /'s byte length must fall into \(\d+, (?<most>\d+)\) range$/,
  wholeNumber: / must be an integer number$/,
  number: / must be a number conforming to the specified constraints$/,
  atLeast: / must not be less than (?<least>\S+)$/,
  atMost: / must not be greater than (?<most>\S+)$/,
  different: / should not be equal to (?<value>.+)$/,
  choice: / must be one of the following values: (?<values>.+)$/,
  light: / must be true, false or half$/,
  yesOrNo: / must be a boolean value$/,
  list: / must be an array$/,
  fewer: / must contain no more than (?<most>\d+) elements$/,
  more: / must contain at least (?<least>\d+) elements$/,
  unique: /^All \S+'s elements must be unique$/,
  object: / must be (a non-empty object|an object\b.*|either object or array)$/,
  json: / must be a JSON value of at most (?<most>\d+) characters, without any property called __proto__$/,
  unknownField: / has an unknown field: (?<name>.+)$/,
  id: / must be a UUID$/,
  chosenId:
    / must have 1 to 64 letters, digits, dots, dashes and underscores, and begin with a letter or digit$/,
  code: / must have 1 to (?<most>\d+) characters, without control characters, and must not begin or end with a blank$/,
  pointCode: /^must be the code of a point$/,
  pattern: / must match .+ regular expression$/,
  username: / must be 3 to 64 letters, digits, "\.", "_" and "-"$/,
  mail: / must be an (e-mail address|email)$/,
  address: /\bmust be (a URL address|an http or https address without credentials)$/,
  issuer: /^must be an https address\. An http address is allowed only if the issuer runs on this machine$/,
  timeZone: /^must be an IANA time zone such as \S+$/,
  instant: / must be an ISO 8601 instant or date(, such as \S+)?$/,
  date: / must be (a time such as \S+, or )?a date such as \S+$/,
  time: / must be a time such as \S+$/,
  future: /^must be in the future$/,
  currency: / must be a code such as EUR$/,
  tariffs:
    / must be a tariff, or a list of 1 to (?<most>\d+) tariffs in one currency, each with a later validFrom /,
  controlCharacters: / must not contain control characters$/,
  page: /^page must begin within the first (?<most>\d+) items: /,
  cursor: /^after must be (sent without page|the cursor )/,
  gone: /^\S+ \S+ does not exist\.?$/,
  passwordWithName: /^The password must not contain the username\.$/,
  commonPassword: /^The password is one of the most common passwords\.$/,
  wrongPassword: /^The current password is wrong\.$/,
  cronFields: /^cron must have five fields: /,
  cronSyntax: /^cron must consist of numbers, /,
  cronRange: /^cron has a (value that is out of range|date that does not exist)\.$/,
} as const satisfies Record<string, RegExp>;

export type FieldMessage = keyof typeof FIELD_MESSAGES;

/** The key of the text for a sentence of the API, with the values of the text. */
interface ReadMessage<Key> {
  key: Key;
  values: Record<string, string>;
}

export const readFieldMessage = (sentence: string): ReadMessage<FieldMessage> | null =>
  readMessage(FIELD_MESSAGES, sentence);

/** Returns the key of the first pattern that matches the sentence; null if there is none. */
export function readMessage<Key extends string>(
  patterns: Readonly<Record<Key, RegExp>>,
  sentence: string,
): ReadMessage<Key> | null {
  for (const [key, pattern] of Object.entries<RegExp>(patterns)) {
    const match = pattern.exec(sentence);
    if (match) return { key: key as Key, values: { ...match.groups } };
  }
  return null;
}

import { parseArgs } from 'node:util';

/** A command line that cannot be used. The message is one line. */
export class CommandLineError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandLineError';
  }
}

export interface CommandLine {
  /** False to serve only the replayed measurements. */
  building: boolean;
  replays: { file: string; prefix: string }[];
}

const OPTIONS = {
  replay: { type: 'string', multiple: true, default: [] as string[] },
  'replay-prefix': { type: 'string', multiple: true, default: [] as string[] },
  'no-building': { type: 'boolean', default: false },
} as const;

/**
 * `--replay FILE` (repeatable), `--replay-prefix PREFIX` (the first goes with the first file and so on, the
 * last one with all files that are left), `--no-building`.
 * @throws CommandLineError
 */
export function readCommandLine(words: readonly string[]): CommandLine {
  const values = parse(words);
  const prefixes = values['replay-prefix'];
  const replays = values.replay.map((file, index) => ({
    file,
    prefix: prefixes[index] ?? prefixes.at(-1) ?? '',
  }));
  if (prefixes.length > replays.length)
    throw new CommandLineError('--replay-prefix needs a --replay of its own');
  if (values['no-building'] && replays.length === 0) {
    throw new CommandLineError('--no-building needs a --replay, or there is nothing to serve');
  }
  return { building: !values['no-building'], replays };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: false }).values;
  } catch (error) {
    throw new CommandLineError(error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error));
  }
}

import { parseArgs } from 'node:util';

/** The command line is invalid. The error message has one line. */
export class CommandLineError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandLineError';
  }
}

export interface CommandLine {
  /** Whether the simulated building is served. If false, only the replayed measurements are served. */
  building: boolean;
  replays: { file: string; prefix: string }[];
}

const OPTIONS = {
  replay: { type: 'string', multiple: true, default: [] as string[] },
  'replay-prefix': { type: 'string', multiple: true, default: [] as string[] },
  'no-building': { type: 'boolean', default: false },
} as const;

/**
 * Parses `--replay FILE`, `--replay-prefix PREFIX` and `--no-building`. `--replay` and `--replay-prefix` can be
 * repeated: the nth prefix applies to the nth file, and the last prefix also applies to all remaining files.
 * @throws CommandLineError
 */
export function readCommandLine(words: readonly string[]): CommandLine {
  const values = parse(words);
  const prefixes = values['replay-prefix'];
  const replays = values.replay.map((file, index) => ({
    file,
    prefix: prefixes[index] ?? prefixes.at(-1) ?? '',
  }));
  if (prefixes.length > replays.length) throw new CommandLineError('--replay-prefix requires a --replay');
  if (values['no-building'] && replays.length === 0) {
    throw new CommandLineError(
      '--no-building requires a --replay, because nothing would be served otherwise',
    );
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

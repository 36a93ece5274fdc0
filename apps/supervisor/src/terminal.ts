import { readableLine } from './log-line';

/** The one log that people read: every process's lines, and the supervisor's own. */
export class Terminal {
  private readonly colours: boolean;

  constructor(private readonly output: NodeJS.WriteStream) {
    this.colours = output.isTTY && output.hasColors();
    // A closed pipe or terminal (`npm start | head`) is no reason to stop.
    output.on('error', () => undefined);
  }

  /** A line that a process wrote. */
  processLine(name: string, line: string): void {
    if (line !== '') this.write(readableLine(name, line, this.colours));
  }

  info(message: string): void {
    this.own(30, message);
  }

  warn(message: string): void {
    this.own(40, message);
  }

  write(text: string): void {
    this.output.write(`${text}\n`);
  }

  private own(level: number, msg: string): void {
    this.processLine('supervisor', JSON.stringify({ level, time: Date.now(), msg }));
  }
}

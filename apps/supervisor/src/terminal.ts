import { readableLine } from './log-line';

/** The log on the terminal: the lines of every process and of the supervisor. */
export class Terminal {
  private readonly colours: boolean;

  constructor(private readonly output: NodeJS.WriteStream) {
    this.colours = output.isTTY && output.hasColors();
    // A closed pipe or terminal (`npm start | head`) does not stop the product.
    output.on('error', () => undefined);
  }

  /** Writes a line of a process to the terminal. */
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

/** Something that the person at the terminal has to see to. Shown as its message alone. */
export class Failure extends Error {}

/** Runs a script's main function; a `Failure` ends it with its message and a non-zero code. */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

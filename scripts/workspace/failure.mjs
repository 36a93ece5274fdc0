/** An error that the person at the terminal can fix. Only its message is shown. */
export class Failure extends Error {}

/** Runs a script's main function. A `Failure` ends the script with exit code 1 and prints only its message. */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

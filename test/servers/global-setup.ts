/** Starts the servers that the tests of one profile need. */
export default async function globalSetup(): Promise<void> {}

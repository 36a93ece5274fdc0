import { Failure } from './failure.mjs';

/** For each major version, the first minor version that can `require` ES modules. */
const FIRST_OF_LINE = { 20: 19, 22: 12 };

export function checkNodeVersion(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  const supported = major in FIRST_OF_LINE ? minor >= FIRST_OF_LINE[major] : major > 22;
  if (!supported) {
    throw new Failure(
      `Node.js ${version} is not supported. Use 20.19 or later of version 20, 22.12 or later of version 22, or a newer major version.`,
    );
  }
}

const { statfsSync } = require('node:fs');
const { freemem, tmpdir } = require('node:os');

/** A folder in memory, on Linux. */
const IN_MEMORY = '/dev/shm';
/** The servers of all concurrent test files need about 2 GB for their data. */
const LEAST_BYTES = 6 * 2 ** 30;

/**
 * Returns the folder for the data of tests. On a slow disk, the servers would spend most of a run on waiting until files
 * are synchronized: MariaDB does so for each statement that changes a table.
 */
exports.temporaryFolder = () => (hasRoom() && freemem() >= LEAST_BYTES ? IN_MEMORY : tmpdir());

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= LEAST_BYTES;
  } catch {
    // Other systems have no such folder.
    return false;
  }
}

import { describeEndedWork } from './describe-backup';

const NOTHING = { backups: 0, exports: 0, reports: 0, messages: 0, executions: 0, occurrences: 0, holds: 0 };

describe('describeEndedWork', () => {
  it('describes how many records of each kind were ended', () => {
    expect(describeEndedWork({ ...NOTHING, backups: 1, executions: 12 })).toBe('1 backup, 12 executions');
  });

  it('returns an empty text if no work was ended', () => {
    expect(describeEndedWork(NOTHING)).toBe('');
  });
});

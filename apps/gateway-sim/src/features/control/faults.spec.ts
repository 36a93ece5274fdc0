import { Faults } from './faults';

describe('Faults', () => {
  it('makes the given number of calls fail', () => {
    const faults = new Faults();
    faults.ask('error', 2);
    expect(['/a', '/b', '/c'].map((path) => faults.strike(path))).toEqual(['error', 'error', null]);
  });

  it('makes all calls fail until the fault is cleared, if no count is given', () => {
    const faults = new Faults();
    faults.ask('hang');
    expect(Array.from({ length: 50 }, () => faults.strike('/a'))).not.toContain(null);
    faults.end();
    expect(faults.strike('/a')).toBeNull();
  });

  it('applies the fault of a path instead of a fault of all paths', () => {
    const faults = new Faults();
    faults.ask('malformed', 1, '/a');
    expect(faults.strike('/b')).toBeNull();
    faults.ask('error', 1);
    expect([faults.strike('/a'), faults.strike('/a'), faults.strike('/a')]).toEqual([
      'malformed',
      'error',
      null,
    ]);
  });

  it('clears the fault of one path', () => {
    const faults = new Faults();
    faults.ask('error', 5, '/a');
    faults.ask('error', 5, '/b');
    faults.end('/a');
    expect([faults.strike('/a'), faults.strike('/b')]).toEqual([null, 'error']);
  });
});

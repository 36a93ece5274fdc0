import { begin, redo, step, undo } from './history';

const written = (...texts: string[]) =>
  texts.reduce((history, text, index) => step(history, text, { atMs: index * 5000 }), begin('a'));

describe('the history of the editor', () => {
  it('undoes and redoes changes', () => {
    const history = written('b', 'c');
    expect(undo(history).present).toBe('b');
    expect(undo(undo(undo(history))).present).toBe('a');
    expect(redo(undo(history)).present).toBe('c');
    expect(redo(history)).toBe(history);
  });

  it('cannot redo the undone changes after a new change', () => {
    const history = step(undo(written('b', 'c')), 'd', { atMs: 20_000 });
    expect(redo(history).present).toBe('d');
    expect(undo(history).present).toBe('b');
  });

  it('undoes quick successive changes of one field together', () => {
    let history = begin('');
    for (const [index, text] of ['f', 'fa', 'fan'].entries()) {
      history = step(history, text, { key: 'name', atMs: index * 200 });
    }
    expect(undo(history).present).toBe('');
    const later = step(history, 'fans', { key: 'name', atMs: 5000 });
    expect(undo(later).present).toBe('fan');
    const other = step(history, 'other', { key: 'code', atMs: 500 });
    expect(undo(other).present).toBe('fan');
  });
});

import { changedFields } from './changed-fields';

describe('The fields of an audit entry', () => {
  it('contain the values before and after the change', () => {
    const entry = { before: { role: 'viewer', tags: ['a'] }, after: { role: 'admin', name: null } };
    expect(changedFields(entry)).toEqual([
      { name: 'role', before: 'viewer', after: 'admin' },
      { name: 'tags', before: '[\n  "a"\n]', after: null },
      { name: 'name', before: null, after: 'null' },
    ]);
  });

  it('are empty if the entry has no values', () => {
    expect(changedFields({ before: null, after: null })).toEqual([]);
  });
});

import { auditTarget } from './audit-target';

const fault = {
  action: 'fault.updated',
  target: 'fault 3',
  before: { title: 'Fan is loud' },
  after: { title: 'Fan is very loud' },
};

describe('the record of an audit entry', () => {
  it('has its latest name, and a link to its page', () => {
    const link = { to: '/faults', search: { fault: 3 } };
    expect(auditTarget(fault)).toEqual({ name: 'Fan is very loud', link });
  });

  it.each([
    ['report 4', { to: '/reports', search: { plan: 4 } }],
    ['report template 2', { to: '/reports', search: { view: 'templates' } }],
    ['user 5', { to: '/users' }],
  ])('%s is on its page, or in its list', (target, link) => {
    expect(auditTarget({ ...fault, target }).link).toEqual(link);
  });

  it('of a write is the point with the code', () => {
    const write = { action: 'point.forced', target: 'point 1001', before: null, after: { value: 3 } };
    expect(auditTarget(write)).toEqual({
      name: undefined,
      link: { to: '/points', search: { text: '1001' } },
    });
  });

  it.each<[object, string | undefined]>([
    [{ action: 'fault.removed', after: null }, 'Fan is loud'],
    [{ target: 'backup schedule', before: null, after: null }, undefined],
    [{ target: null, before: 'x', after: 7 }, undefined],
    [{ target: 'file 8c2f', after: { name: '' } }, 'Fan is loud'],
  ])('has no link in %j, and the name %j', (changes, name) => {
    expect(auditTarget({ ...fault, ...changes })).toEqual({ name, link: undefined });
  });
});

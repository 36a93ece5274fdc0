import { fieldName, problemsWithout } from './problems';

const problem = (path: string) => ({ path, message: 'must not be empty' });

it.each([
  ['.config.cases[1].label', 'CASES 2, LABEL'],
  ['.config', ''],
  ['.onError.gotoNodeId', 'ONERROR, GOTONODEID'],
  ['', ''],
])('the path %j is named in the words of the form: %j', (path, name) => {
  expect(fieldName(path, (field) => field.toUpperCase())).toBe(name);
});

it('the problems of one node are left out', () => {
  const others = [problem('nodes[12].config.code'), problem('edges[1]')];
  const problems = [problem('nodes[1].config.code'), ...others];
  expect(problemsWithout({ problems, warnings: [problem('nodes[1]')] }, 1)).toEqual({
    problems: others,
    warnings: [],
  });
});

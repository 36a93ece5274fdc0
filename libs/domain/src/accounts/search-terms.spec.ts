import { searchTerms } from './search-terms';

describe('searchTerms', () => {
  it.each([
    ['ann', ['ann']],
    ['ann_7', ['ann_7', '_7', '7']],
    ['j.doe12', ['j.doe12', '.doe12', 'doe12', '12']],
    ['a@b.c', ['a@b.c', '@b.c', 'b.c', '.c', 'c']],
    ['100%', ['100%', '%']],
    ['žofie', ['žofie']],
    ['', []],
  ])('splits %j at words, numbers and signs', (text, terms) => {
    expect(searchTerms(text)).toEqual(terms);
  });

  it('names a term that two texts share once', () => {
    expect(searchTerms('ann', 'b@ann')).toEqual(['ann', 'b@ann', '@ann']);
  });
});

import { searchTerms, WORDS } from './search-terms';

describe('searchTerms', () => {
  it.each([
    ['ann', ['ann']],
    ['ann_7', ['ann_7', '_7', '7']],
    ['j.doe12', ['j.doe12', '.doe12', 'doe12', '12']],
    ['a@b.c', ['a@b.c', '@b.c', 'b.c', '.c', 'c']],
    ['100%', ['100%', '%']],
    ['žofie', ['žofie']],
    ['', []],
  ])('splits %j into words, numbers and signs', (text, terms) => {
    expect(searchTerms([text])).toEqual(terms);
  });

  it.each([
    ['b1/ahu-01.t_sup', ['b1/ahu-01.t_sup', 'ahu-01.t_sup', '01.t_sup', 't_sup', 'sup']],
    ['(žofie)', ['žofie)']],
    ['%', []],
  ])('splits %j into words', (text, terms) => {
    expect(searchTerms([text], WORDS)).toEqual(terms);
  });

  it('returns a term only once if two texts contain it', () => {
    expect(searchTerms(['ann', 'b@ann'])).toEqual(['ann', 'b@ann', '@ann']);
  });
});

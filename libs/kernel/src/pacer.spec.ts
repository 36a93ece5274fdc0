import { Pacer } from './pacer';

describe('what is paced', () => {
  let work: jest.Mock;
  let pacer: Pacer;

  beforeEach(() => {
    jest.useFakeTimers();
    work = jest.fn();
    pacer = new Pacer(work, 10);
  });
  afterEach(() => jest.useRealTimers());

  const ask = (times: number) => {
    for (let time = 0; time < times; time++) pacer.ask();
  };

  it('is done at the end of the turn, once however often it was asked for', () => {
    ask(3);
    expect(work).not.toHaveBeenCalled();
    jest.advanceTimersByTime(0);
    expect(work).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(100);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('is done again no sooner than it may be', () => {
    ask(1);
    jest.advanceTimersByTime(4);
    ask(3);
    jest.advanceTimersByTime(5);
    expect(work).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(2);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is done at once again after a pause', () => {
    ask(1);
    jest.advanceTimersByTime(50);
    ask(1);
    jest.advanceTimersByTime(0);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is asked for anew by what it does itself', () => {
    work.mockImplementationOnce(() => pacer.ask());
    ask(1);
    jest.advanceTimersByTime(0);
    expect(work).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(11);
    expect(work).toHaveBeenCalledTimes(2);
  });
});

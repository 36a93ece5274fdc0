import { Pacer } from './pacer';

describe('a pacer', () => {
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

  it('runs once at the end of the tick, however often it was requested', () => {
    ask(3);
    expect(work).not.toHaveBeenCalled();
    jest.advanceTimersByTime(0);
    expect(work).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(100);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('waits until the minimum interval has passed before it runs again', () => {
    ask(1);
    jest.advanceTimersByTime(4);
    ask(3);
    jest.advanceTimersByTime(5);
    expect(work).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(2);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('runs once at the end of the tick if the batch is full, even within the minimum interval', () => {
    ask(1);
    jest.advanceTimersByTime(1);
    ask(1);
    pacer.askNow();
    pacer.askNow();
    expect(work).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(0);
    expect(work).toHaveBeenCalledTimes(2);
    jest.advanceTimersByTime(100);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('runs again at the end of the tick if the minimum interval has passed', () => {
    ask(1);
    jest.advanceTimersByTime(50);
    ask(1);
    jest.advanceTimersByTime(0);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('can be requested again by its own work', () => {
    work.mockImplementationOnce(() => pacer.ask());
    ask(1);
    jest.advanceTimersByTime(0);
    expect(work).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(11);
    expect(work).toHaveBeenCalledTimes(2);
  });
});

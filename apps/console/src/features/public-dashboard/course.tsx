import { useFormat } from '../../format/use-format';
import { Panel } from '../../ui/panel';
import { curvesOf, pathOf, topOf } from './course-points';
import classes from './course.module.css';
import type { PublicCourse } from './public-dashboard.queries';
import { usePublicTexts } from './public-dashboard.texts';

/** Labels of the axis, in hours after midnight. */
const AXIS_HOURS = [0, 6, 12, 18] as const;
const HOUR_MS = 3_600_000;

interface DayCurvesProps {
  course: PublicCourse;
  /** Shown for the current hour, because its mean may be that of a few minutes. */
  currentPower: number | null;
}

/** The power of today beside that of yesterday. */
export function DayCurves({ course, currentPower }: DayCurvesProps) {
  const { yesterday } = course;
  const today = [...course.today.slice(0, -1), { kw: currentPower }];
  const t = usePublicTexts();
  const { quantity, part } = useFormat();
  const top = topOf(today, yesterday);
  const hoursOfDay = Math.max(24, yesterday.length, today.length);
  const [ofToday, ofYesterday] = [today, yesterday].map((hours) => curvesOf(hours, top, hoursOfDay));
  const last = ofToday?.at(-1)?.at(-1);
  const now = quantity(today.at(-1)?.kw, 'kW', 0);
  const midnight = Date.parse(course.today[0]?.timestamp ?? '');
  return (
    <Panel
      title={t('course')}
      actions={
        <ul className={classes.legend}>
          <li className={classes.ofToday}>{t('legendToday')}</li>
          <li className={classes.ofYesterday}>{t('legendYesterday')}</li>
        </ul>
      }
    >
      <figure className={classes.course} aria-label={t('courseLabel', { now, max: quantity(top, 'kW') })}>
        <span className={classes.top}>{quantity(top, 'kW')}</span>
        <div className={classes.plot}>
          <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden>
            {ofYesterday?.map((curve) => (
              <path key={curve[0]?.x} className={classes.before} d={pathOf(curve)} />
            ))}
            {ofToday?.map((curve) => (
              <path
                key={curve[0]?.x}
                className={classes.area}
                d={`${pathOf(curve)} V1000 H${Math.round(1000 * (curve[0]?.x ?? 0))} Z`}
              />
            ))}
            {ofToday?.map((curve) => (
              <path key={curve[0]?.x} className={classes.line} d={pathOf(curve)} />
            ))}
          </svg>
          {last && (
            <span
              className={classes.mark}
              // After noon, the value is left of its mark, so that it does not leave the screen.
              data-left={last.x > 0.5}
              style={{ left: `${100 * last.x}%`, top: `${100 * last.y}%` }}
            >
              <span>{now}</span>
            </span>
          )}
        </div>
        {Number.isFinite(midnight) && (
          <p className={classes.axis}>
            {AXIS_HOURS.map((hour) => (
              <span key={hour}>
                {part(new Date(midnight + hour * HOUR_MS).toISOString(), {
                  hour: '2-digit',
                  minute: '2-digit',
                })}
              </span>
            ))}
          </p>
        )}
      </figure>
    </Panel>
  );
}

/** The energy of the last seven days. */
export function WeekBars({ course: { week } }: { course: PublicCourse }) {
  const t = usePublicTexts();
  const { number, quantity, part } = useFormat();
  const highest = Math.max(1, ...week.map(({ energy }) => energy ?? 0));
  // Noon of the date is on this date in every zone that the platform may have.
  const nameOf = (date: string) => part(`${date}T12:00:00Z`, { weekday: 'short', timeZone: 'UTC' });
  const days = week.map(({ date, energy }) => `${nameOf(date)} ${quantity(energy, 'kWh', 0)}`).join(', ');
  return (
    <Panel title={t('week')}>
      <figure className={classes.week} aria-label={t('weekLabel', { days })}>
        {week.map(({ date, energy }, index) => (
          <div key={date} className={classes.day}>
            <span className={classes.value}>{number(energy, 0)}</span>
            <span
              className={index === week.length - 1 ? classes.barToday : classes.bar}
              style={{ height: `${(100 * (energy ?? 0)) / highest}%` }}
            />
            <span className={classes.name}>{nameOf(date)}</span>
          </div>
        ))}
      </figure>
    </Panel>
  );
}

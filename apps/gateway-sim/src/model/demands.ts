import type { Demand } from './consumption';
import { daylight, type Weather } from './weather';
import { comfort, presence, ventilation } from './working-hours';

/** Lighting and sockets of a floor in kW. They depend on occupancy, and daylight reduces them. */
export function lightingDemand(baseKw: number, peakKw: number): Demand {
  return (day, minute) =>
    baseKw + (peakKw - baseKw) * presence(day, minute) * (1 - 0.2 * daylight(day, minute));
}

/** Electric power for cooling and heating the rooms of one floor, kW. */
export function floorHvacDemand(weather: Weather, peakKw: number): Demand {
  return (day, minute) => {
    const meanC = weather.dayMeanC(day);
    const need = Math.min(1, 0.25 + Math.max(0, meanC - 15) / 12 + Math.max(0, 8 - meanC) / 25);
    return peakKw * (0.06 + 0.94 * need * comfort(day, minute));
  };
}

/** Power of the common plant, kW: air handler, pumps, lifts, server room. */
export function plantDemand(baseKw: number, fanKw: number): Demand {
  return (day, minute) => baseKw + fanKw * ventilation(day, minute) + 1.5 * presence(day, minute);
}

/** Gas in m³/h for heating and hot water. Heating depends on the outside temperature and the heating hours. */
export function gasDemand(weather: Weather, m3PerHourAndKelvin: number): Demand {
  return (day, minute) => {
    const missingK = Math.max(0, 15.5 - weather.dayMeanC(day));
    return (
      0.05 + m3PerHourAndKelvin * missingK * (0.2 + 0.8 * comfort(day, minute)) + 0.3 * presence(day, minute)
    );
  };
}

/** Drinking water, m³/h. */
export function waterDemand(peakM3PerHour: number): Demand {
  return (day, minute) => 0.015 + peakM3PerHour * presence(day, minute);
}

const TONES_HZ = [880, 660];
const TONE_SECONDS = 0.18;
const VOLUME = 0.2;

/** Plays two short tones. Browsers stay silent until the user has clicked or typed on the page. */
export function playAlertSound(): void {
  const context = new AudioContext();
  const volume = new GainNode(context, { gain: VOLUME });
  volume.connect(context.destination);
  const tones = TONES_HZ.map((frequency, index) => {
    const tone = new OscillatorNode(context, { frequency });
    tone.connect(volume);
    tone.start(context.currentTime + index * TONE_SECONDS);
    tone.stop(context.currentTime + (index + 1) * TONE_SECONDS);
    return tone;
  });
  tones.at(-1)?.addEventListener('ended', () => void context.close());
}

/** Uses the editor of workflows as a person with a mouse does. */

/** Mouse events per gesture. The browser handles one per frame. */
const STEPS = 120;
const RADIUS = 120;

/** Resolves to the milliseconds from the click on "Edit" until the nodes are shown and can be moved. */
const CLICK_EDIT = `new Promise((resolve) => {
  const startMs = performance.now();
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Edit');
  button.click();
  const look = () => {
    const node = document.querySelector('.react-flow__node.draggable');
    const isShown = node && getComputedStyle(node).visibility === 'visible';
    requestAnimationFrame(isShown ? () => resolve(performance.now() - startMs) : look);
  };
  look();
})`;

/** Opens a workflow, and then its editor. */
export async function openEditor(page, id) {
  await page.goto(`/workflows/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await page.locator('.react-flow__node').first().waitFor();
  return page.evaluate(CLICK_EDIT);
}

/** Zooms out until all nodes are shown. */
export async function showAll(page) {
  const zoomOut = page.locator('.react-flow__controls-zoomout');
  while (await zoomOut.isEnabled()) await zoomOut.click();
}

/** A place in the middle of the graph that no node or edge covers. */
const FREE_PLACE = `(() => {
  const { left, top, width, height } = document.querySelector('.react-flow').getBoundingClientRect();
  for (let y = top + height / 3; y < top + height; y += 7) {
    for (let x = left + width / 3; x < left + width; x += 7) {
      if (document.elementFromPoint(x, y)?.classList.contains('react-flow__pane')) return { x, y };
    }
  }
})()`;

/** Moves the graph in a circle. */
export async function pan(page) {
  await circle(page, await page.evaluate(FREE_PLACE));
}

/** The node nearest to the middle of the graph. */
const MIDDLE_NODE = `(() => {
  const middleOf = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const { x, y } = middleOf(document.querySelector('.react-flow'));
  const places = [...document.querySelectorAll('.react-flow__node')].map(middleOf);
  const distance = (place) => Math.hypot(place.x - x, place.y - y);
  return places.sort((one, other) => distance(one) - distance(other))[0];
})()`;

/** Moves a node in a circle. */
export async function dragNode(page) {
  await circle(page, await page.evaluate(MIDDLE_NODE));
}

/** Number of keys that `typeKeys` presses. */
export const KEYS = 30;
const FRAMES_DRAWN =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 20))))';

/** Opens the settings of the node nearest to the middle of the graph, and puts the cursor into the field of its name. */
export async function openNode(page) {
  const { x, y } = await page.evaluate(MIDDLE_NODE);
  await page.mouse.click(x, y);
  const settings = page.locator('section').filter({ has: page.getByRole('button', { name: 'Duplicate' }) });
  await settings.last().getByLabel('Name', { exact: true }).first().click();
  await page.keyboard.press('End');
  // The first keys after the click are slower.
  await page.keyboard.type('ab');
  await page.evaluate(FRAMES_DRAWN);
}

/** Types into the focused field. Each key is drawn before the next one is pressed. */
export async function typeKeys(page) {
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('x');
    await page.evaluate(FRAMES_DRAWN);
  }
}

async function circle(page, { x, y }) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= STEPS; step++) {
    const angle = (2 * Math.PI * step) / STEPS;
    await page.mouse.move(x + RADIUS * Math.sin(angle), y + RADIUS * (1 - Math.cos(angle)));
  }
  await page.mouse.up();
  // The drop changes the workflow in the next frames.
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))))',
  );
}

import classes from './tooltip.module.css';

export interface TooltipRow {
  name: string;
  value: string;
  color?: string;
}

/** The content of a tooltip as elements, because the policy of the page forbids styles in HTML texts. */
export function tooltipContent(title: string, rows: readonly TooltipRow[]): HTMLElement {
  const content = element('div', classes.tooltip);
  content.append(element('strong', undefined, title));
  for (const { name, value, color } of rows) {
    const row = element('div', classes.row);
    const mark = element('span', classes.mark);
    mark.style.background = color ?? 'transparent';
    row.append(mark, element('span', classes.name, name), element('span', classes.value, value));
    content.append(row);
  }
  return content;
}

function element(tag: string, className?: string, text?: string): HTMLElement {
  return Object.assign(document.createElement(tag), { className: className ?? '', textContent: text ?? '' });
}

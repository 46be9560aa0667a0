import { element } from './page.js'

/** Adds a copy button to each code block in an element. */
export function addCopyButtons(within: HTMLElement): void {
  for (const block of within.querySelectorAll<HTMLElement>('pre.code')) {
    if (block.parentElement?.classList.contains('copyable')) continue
    const frame = element('div', { class: 'copyable' })
    const button = element('button', { type: 'button', class: 'copy' }, 'Copy')
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(block.textContent).then(
        () => show(button, 'Copied'),
        () => show(button, 'Select the text to copy it'),
      )
    })
    block.replaceWith(frame)
    frame.append(block, button)
  }
}

function show(button: HTMLButtonElement, message: string): void {
  button.textContent = message
  button.setAttribute('aria-live', 'polite')
  window.setTimeout(() => {
    button.textContent = 'Copy'
  }, 2_000)
}

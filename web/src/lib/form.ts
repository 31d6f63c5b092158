import { type ChangeEvent, type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type output, safeParse, type ZodMiniType } from "zod/mini";
import { runAfterPaint } from "./after-paint.ts";
import { useScrollAnchor } from "./use-scroll-anchor.ts";

/** Messages by field name. */
export type FieldMessages = Readonly<Record<string, string>>;

type Values = Readonly<Record<string, string | boolean>>;

/** Validates values: the first message of the schema for each field; empty if all are valid. */
export function validateFields(schema: ZodMiniType, values: unknown): FieldMessages {
  const checked = safeParse(schema, values);
  const messages: Record<string, string> = {};
  for (const issue of checked.error?.issues ?? []) messages[issue.path.join(".")] ??= issue.message;
  return messages;
}

/**
 * A form that a schema of the contract validates on submit: the first invalid field gets the focus, and typing in a
 * field removes its message. Fields are found by their `name`, in the order on the screen. Late messages do not
 * move the submit button.
 *
 * Own code, because a form library weighs a tenth of React on the first page that a new user loads [G-F2].
 */
export function useForm<Shape extends Values, Schema extends ZodMiniType>(schema: Schema, initialValues: () => Shape) {
  type Name<Kind> = { [Key in keyof Shape]: Shape[Key] extends Kind ? Key : never }[keyof Shape] & string;
  const [values, setValues] = useState(initialValues);
  const [messages, setMessages] = useState<FieldMessages>({});
  const form = useRef<HTMLFormElement>(null);
  const anchorScroll = useScrollAnchor();
  const messagesToFocus = useRef<FieldMessages>(undefined);
  const [messagesToShow, setMessagesToShow] = useState<FieldMessages>();
  // React commits this together with the caller's message for the form. Only then is there a paint between the two:
  // a busy browser paints frames before React renders, so counting frames from the call is not enough.
  useEffect(() => {
    if (messagesToShow) runAfterPaint(() => showAndFocus(messagesToShow));
  }, [messagesToShow]);
  // after the messages are rendered: only then is the field's position known
  useLayoutEffect(() => {
    const found = messagesToFocus.current;
    messagesToFocus.current = undefined;
    if (!found) return;
    // only enabled controls: a message for a field that is not on the screen moves no focus
    const named = [...(form.current?.elements ?? [])].find((field) => found[field.getAttribute("name") ?? ""]);
    if (!(named instanceof HTMLElement)) return;
    named.focus({ preventScroll: true });
    // scroll afterwards: both in one frame would count as an unexpected layout shift
    runAfterPaint(() => named.scrollIntoView({ block: "nearest" }));
  }, [messages]);

  function setValue(name: keyof Shape & string, value: string | boolean) {
    setValues((before) => ({ ...before, [name]: value }));
    clearMessage(name);
  }

  function clearMessage(name: string) {
    setMessages(({ [name]: _gone, ...rest }) => rest);
  }

  function showAndFocus(found: FieldMessages) {
    messagesToFocus.current = found;
    setMessages(found);
  }

  return {
    values,
    messages,
    set: setValue,
    clear: clearMessage,
    /**
     * Shows the server's messages at their fields and focuses the first, after the form's own message is rendered:
     * the scroll anchor can correct one change at a time.
     */
    showMessages: setMessagesToShow,
    /** Props of a text control. */
    textProps: (name: Name<string>) => ({
      name,
      value: values[name],
      error: messages[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => setValue(name, event.currentTarget.value),
    }),
    /** Props of a checkbox. */
    checkboxProps: (name: Name<boolean>) => ({
      name,
      checked: values[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => setValue(name, event.currentTarget.checked),
    }),
    /** Props of the form element. `send` gets the values as the contract parses them: trimmed, otherwise unchanged. */
    formProps: (send: (checked: output<Schema>) => Promise<void> | void) => ({
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        // below all messages of the form
        anchorScroll(event.currentTarget.querySelector("button[type=submit]"));
        const checked = safeParse(schema, values);
        if (!checked.success) return showAndFocus(validateFields(schema, values));
        setMessages({});
        void send(checked.data);
      },
    }),
  };
}

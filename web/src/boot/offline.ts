/** On the page that says there is no connection: asks for what was wanted as soon as there is one. */
addEventListener("online", () => location.reload());

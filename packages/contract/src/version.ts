/** The widget's version marker, sent to the host with `Loaded` (§1). */
export const widgetVersion = 'v1.0.461';

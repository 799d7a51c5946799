/** The type of the resource that refuses a deployment. Its properties say which layouts the deployed release has. */
export const LAYOUT_RESOURCE_TYPE = 'Custom::AidLayout';

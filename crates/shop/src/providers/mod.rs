//! The shop's counterparties: payment providers, game partners, and the telecom. The contracts are in `docs/providers/`.

pub mod charges;
pub mod packages;
pub mod partner_orders;
pub mod partners;
pub mod payments;
pub mod suppliers;
pub mod telecom_charges;

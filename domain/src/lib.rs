//! The rules of Manao: no clock, no network, no database, no async. Time and random bytes are passed in.
#![cfg_attr(test, allow(clippy::unwrap_used))]

#[macro_use]
mod text_enum;

pub mod activation;
pub mod bangkok;
pub mod bracket;
#[cfg(test)]
mod callers;
pub mod cart;
pub mod channel;
pub mod charge_books;
pub mod coupon;
pub mod coverage;
pub mod delivery;
pub mod document;
pub mod email;
pub mod keyboard;
pub mod ledger;
pub mod link;
pub mod match_time;
pub mod money;
pub mod msisdn;
pub mod names;
pub mod numeric;
pub mod order;
pub mod order_number;
pub mod password;
pub mod payment;
pub mod player_id;
pub mod point_table;
pub mod product;
pub mod profile;
pub mod promoter;
pub mod reconciliation;
pub mod refund;
pub mod registration;
pub mod sales_document;
pub mod settle;
pub mod staff;
pub mod support;
pub mod survivor;
pub mod talk;
pub mod team;
pub mod text;
pub mod thai;
pub mod thai_id;
pub mod timeline;
pub mod tournament;
pub mod tournament_edit;
pub mod tournament_form;
pub mod tournament_scope;
pub mod upload;

pub use money::Satang;
#[cfg(feature = "sqlx")]
#[doc(hidden)]
pub use sqlx;
pub use text_enum::UnknownName;

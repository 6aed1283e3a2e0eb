//! Promoters: applying, the staff's decision, the year; what the form of a tournament offers; exports.

mod application;
mod decision;
mod exports;
mod form;
mod people;

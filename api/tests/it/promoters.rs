//! Promoters: applying, the operators' decision, the year; the options in a tournament's form; exports.

mod application;
mod decision;
mod exports;
mod form;
mod people;

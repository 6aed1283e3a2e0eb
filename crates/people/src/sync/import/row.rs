//! One row of the file, read by the same field rules as everywhere else.

use anyhow::{Result, ensure};
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use csv::ByteRecord;
use manao_domain::msisdn::Msisdn;
use manao_domain::names::{self, Script};
use manao_domain::profile::Gender;
use manao_domain::{email, link, numeric, profile};

use manao_kernel::problem::Code;

/// A row that was not imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Line in the file; the header is 1
    pub line: u64,
    pub column: &'static str,
    pub code: &'static str,
}

/// Why a row is refused: column and code.
type Refusal = (&'static str, &'static str);

const REQUIRED: &[&str] = &["legacy_id", "identity_type", "identity", "name", "display_name"];
const OPTIONAL: &[&str] = &[
    "picture",
    "last_login",
    "last_joined_tournament",
    "first_name_th",
    "last_name_th",
    "first_name_en",
    "last_name_en",
    "nickname",
    "birthday",
    "gender",
    "occupation",
    "address",
    "sub_district",
    "district",
    "province",
    "zip_code",
];

#[derive(Clone, Debug)]
pub(super) struct Row {
    pub legacy_id: String,
    pub identity_type: String,
    pub identity: String,
    pub name: String,
    pub display_name: String,
    pub picture: Option<String>,
    pub last_login: Option<DateTime<Utc>>,
    pub last_joined_tournament: Option<String>,
    pub first_name_th: Option<String>,
    pub last_name_th: Option<String>,
    pub first_name_en: Option<String>,
    pub last_name_en: Option<String>,
    pub nickname: Option<String>,
    pub birthday: Option<NaiveDate>,
    pub gender: Option<String>,
    pub occupation: Option<String>,
    pub address: Option<String>,
    pub sub_district: Option<String>,
    pub district: Option<String>,
    pub province: Option<String>,
    pub zip_code: Option<String>,
}

/// The name of each column of this file, by position.
pub(super) struct Columns(Vec<&'static str>);

impl Columns {
    /// # Errors
    ///
    /// When a required column is missing, or one is unknown or duplicated: a misspelt header would lose data silently.
    pub fn parse(head: &ByteRecord) -> Result<Self> {
        let mut columns = Vec::new();
        for name in head {
            let name = String::from_utf8_lossy(name);
            let known = REQUIRED.iter().chain(OPTIONAL).find(|known| **known == name.trim());
            ensure!(known.is_some(), "the column {name:?} is unknown");
            columns.extend(known);
        }
        for (index, name) in columns.iter().enumerate() {
            ensure!(!columns[..index].contains(name), "the column {name} stands twice");
        }
        for name in REQUIRED {
            ensure!(columns.contains(name), "the column {name} is missing");
        }
        Ok(Self(columns))
    }

    /// # Errors
    ///
    /// The first invalid column, with its code.
    pub fn read(&self, record: &ByteRecord, now: DateTime<Utc>) -> Result<Row, Refusal> {
        if record.len() != self.0.len() {
            return Err(("", "columns_count"));
        }
        // An empty field counts as absent.
        let text = |column: &'static str| -> Result<Option<&str>, Refusal> {
            let Some(index) = self.0.iter().position(|known| *known == column) else { return Ok(None) };
            let text = std::str::from_utf8(&record[index]).map_err(|_| (column, "encoding_invalid"))?.trim();
            Ok((!text.is_empty()).then_some(text))
        };
        let required = |column| text(column)?.ok_or((column, "field_required"));
        let line = |column, longest| match text(column)? {
            Some(text) => profile::line(text, longest).map_err(|refusal| (column, code(refusal))),
            None => Ok(None),
        };
        let person = |column, script| {
            let parse = |text| names::parse_in(text, script).map_err(|refusal| (column, code(refusal)));
            text(column)?.map(parse).transpose()
        };

        let legacy_id = required("legacy_id")?;
        if legacy_id.chars().count() > 64 || legacy_id.chars().any(char::is_control) {
            return Err(("legacy_id", "legacy_id_invalid"));
        }
        let identity_type = required("identity_type")?;
        let identity = required("identity")?;
        let identity = match identity_type {
            "email" => email::parse(identity).map_err(|refusal| ("identity", code(refusal)))?.to_lowercase(),
            "msisdn" => Msisdn::parse(identity).map_err(|refusal| ("identity", code(refusal)))?.international().to_owned(),
            _ => return Err(("identity_type", "identity_type_invalid")),
        };
        let gender = text("gender")?.map(|text| text.parse::<Gender>().map_err(|_| ("gender", "gender_invalid"))).transpose()?;
        let display_name = required("display_name")?;
        Ok(Row {
            legacy_id: legacy_id.to_owned(),
            identity_type: identity_type.to_owned(),
            identity,
            name: line("name", names::MAX_LENGTH)?.ok_or(("name", "field_required"))?,
            display_name: profile::display_name(display_name).map_err(|refusal| ("display_name", code(refusal)))?,
            picture: text("picture")?.map(|text| link::parse(text).map_err(|refusal| ("picture", code(refusal)))).transpose()?,
            last_login: text("last_login")?.map(|text| moment(text, now).ok_or(("last_login", "time_invalid"))).transpose()?,
            last_joined_tournament: line("last_joined_tournament", profile::LINE)?,
            first_name_th: person("first_name_th", Script::Thai)?,
            last_name_th: person("last_name_th", Script::Thai)?,
            first_name_en: person("first_name_en", Script::Latin)?,
            last_name_en: person("last_name_en", Script::Latin)?,
            nickname: line("nickname", profile::DISPLAY_NAME)?,
            birthday: text("birthday")?
                .map(|text| profile::birthday(text, now.date_naive()).map_err(|refusal| ("birthday", code(refusal))))
                .transpose()?,
            gender: gender.map(|gender| gender.as_str().to_owned()),
            occupation: line("occupation", profile::LINE)?,
            address: line("address", profile::ADDRESS)?,
            sub_district: line("sub_district", profile::LINE)?,
            district: line("district", profile::LINE)?,
            province: line("province", profile::LINE)?,
            zip_code: text("zip_code")?
                .map(|text| numeric::zip_code(text).map_err(|refusal| ("zip_code", code(refusal))))
                .transpose()?,
        })
    }
}

fn code(refusal: impl Into<Code>) -> &'static str {
    refusal.into().name
}

/// Parses RFC 3339, or a calendar day in UTC; not in the future.
fn moment(text: &str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let at = match DateTime::parse_from_rfc3339(text) {
        Ok(at) => at.to_utc(),
        Err(_) => NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?.and_time(NaiveTime::MIN).and_utc(),
    };
    (at <= now).then_some(at)
}

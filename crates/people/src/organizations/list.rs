//! The list in `crates/people/reference/organizations.csv`; `manao migrate` updates the database to it.
//!
//! An entry is identified by its code, so that names may be corrected. An entry removed from the list stays in the database, because a person
//! may have chosen it.

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use sqlx::PgPool;

/// code, type, name_th, name_en, aliases (other names people use, separated by spaces)
pub const LIST: &str = include_str!("../../reference/organizations.csv");

#[derive(Deserialize)]
struct Entry {
    code: String,
    r#type: String,
    name_th: String,
    name_en: String,
    aliases: String,
}

fn entries() -> Result<Vec<Entry>> {
    csv::Reader::from_reader(LIST.as_bytes()).deserialize().collect::<Result<_, _>>().context("organizations.csv")
}

/// Writes new and changed entries, and returns their number; safe from several processes at once.
///
/// # Errors
/// When the list cannot be read or the database refuses.
pub async fn load(db: &PgPool) -> Result<u64> {
    let entries = entries()?;
    ensure!(!entries.is_empty(), "organizations.csv is empty");
    let column = |of: fn(&Entry) -> &String| entries.iter().map(|entry| of(entry).clone()).collect::<Vec<_>>();
    // In the order of the codes, so that two processes that load at once lock the rows in the same order.
    let written = sqlx::query!(
        "insert into people.organizations (code, type, name_th, name_en, aliases)
         select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as list (code, type, name_th, name_en, aliases)
         order by code
         on conflict (code) do update set type = excluded.type, name_th = excluded.name_th, name_en = excluded.name_en,
                                          aliases = excluded.aliases
         where (organizations.type, organizations.name_th, organizations.name_en, organizations.aliases)
               is distinct from (excluded.type, excluded.name_th, excluded.name_en, excluded.aliases)",
        &column(|entry| &entry.code),
        &column(|entry| &entry.r#type),
        &column(|entry| &entry.name_th),
        &column(|entry| &entry.name_en),
        &column(|entry| &entry.aliases),
    )
    .execute(db)
    .await?;
    Ok(written.rows_affected())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_list_is_whole() {
        let entries = entries().unwrap();
        let of = |kind| entries.iter().filter(|entry| entry.r#type == kind).count();
        assert!(of("university") >= 100 && of("school") >= 100, "{} {}", of("university"), of("school"));
        assert!(of("organization") >= 20, "{}", of("organization"));
        let mut codes = BTreeSet::new();
        let mut names = BTreeSet::new();
        for entry in &entries {
            assert!(codes.insert(&entry.code), "{} stands twice", entry.code);
            assert!(names.insert(&entry.name_th), "{} stands twice", entry.name_th);
            assert!(matches!(entry.r#type.as_str(), "university" | "school" | "organization"), "{}", entry.code);
            assert!(entry.code.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
            assert!(entry.name_th.chars().any(|c| ('ก'..='ฮ').contains(&c)), "{}", entry.code);
            assert!(entry.name_en.is_ascii() && !entry.name_en.is_empty(), "{}", entry.name_en);
        }
    }
}

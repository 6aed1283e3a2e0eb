//! Writes rows to the database in batches.

use chrono::{DateTime, Utc};
use sqlx::PgPool;

use super::Summary;
use super::row::Row;

/// Writes the rows and empties the batch. One statement needs no transaction around it: an interrupted import has imported whole batches, and a
/// repeated one continues from there.
pub async fn write(db: &PgPool, batch: &mut Vec<Row>, now: DateTime<Utc>, summary: &mut Summary) -> sqlx::Result<()> {
    if batch.is_empty() {
        return Ok(());
    }
    let all = |of: fn(&Row) -> &String| batch.iter().map(|row| of(row).clone()).collect::<Vec<_>>();
    let some = |of: fn(&Row) -> &Option<String>| batch.iter().map(|row| of(row).clone()).collect::<Vec<_>>();
    let written = sqlx::query!(
        r#"insert into people.legacy_profiles as p (legacy_id, identity_type, identity, name, display_name, picture, last_login,
             last_joined_tournament, first_name_th, last_name_th, first_name_en, last_name_en, nickname, birthday, gender,
             occupation, address, sub_district, district, province, zip_code, imported_at)
           select r.*, $22::timestamptz from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
             $7::timestamptz[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::date[],
             $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::text[]) as r
           on conflict (legacy_id) do update set
             identity_type = excluded.identity_type, identity = excluded.identity, name = excluded.name,
             display_name = excluded.display_name, picture = excluded.picture, last_login = excluded.last_login,
             last_joined_tournament = excluded.last_joined_tournament, first_name_th = excluded.first_name_th,
             last_name_th = excluded.last_name_th, first_name_en = excluded.first_name_en, last_name_en = excluded.last_name_en,
             nickname = excluded.nickname, birthday = excluded.birthday, gender = excluded.gender,
             occupation = excluded.occupation, address = excluded.address, sub_district = excluded.sub_district,
             district = excluded.district, province = excluded.province, zip_code = excluded.zip_code,
             imported_at = excluded.imported_at
           where p.claimed_at is null
             and (p.identity_type, p.identity, p.name, p.display_name, p.picture, p.last_login, p.last_joined_tournament,
                  p.first_name_th, p.last_name_th, p.first_name_en, p.last_name_en, p.nickname, p.birthday, p.gender,
                  p.occupation, p.address, p.sub_district, p.district, p.province, p.zip_code)
               is distinct from
                 (excluded.identity_type, excluded.identity, excluded.name, excluded.display_name, excluded.picture,
                  excluded.last_login, excluded.last_joined_tournament, excluded.first_name_th, excluded.last_name_th,
                  excluded.first_name_en, excluded.last_name_en, excluded.nickname, excluded.birthday, excluded.gender,
                  excluded.occupation, excluded.address, excluded.sub_district, excluded.district, excluded.province,
                  excluded.zip_code)
           returning xmax = 0 as "new!""#,
        &all(|row| &row.legacy_id),
        &all(|row| &row.identity_type),
        &all(|row| &row.identity),
        &all(|row| &row.name),
        &all(|row| &row.display_name),
        &some(|row| &row.picture) as &[Option<String>],
        &batch.iter().map(|row| row.last_login).collect::<Vec<_>>() as &[Option<DateTime<Utc>>],
        &some(|row| &row.last_joined_tournament) as &[Option<String>],
        &some(|row| &row.first_name_th) as &[Option<String>],
        &some(|row| &row.last_name_th) as &[Option<String>],
        &some(|row| &row.first_name_en) as &[Option<String>],
        &some(|row| &row.last_name_en) as &[Option<String>],
        &some(|row| &row.nickname) as &[Option<String>],
        &batch.iter().map(|row| row.birthday).collect::<Vec<_>>() as &[Option<chrono::NaiveDate>],
        &some(|row| &row.gender) as &[Option<String>],
        &some(|row| &row.occupation) as &[Option<String>],
        &some(|row| &row.address) as &[Option<String>],
        &some(|row| &row.sub_district) as &[Option<String>],
        &some(|row| &row.district) as &[Option<String>],
        &some(|row| &row.province) as &[Option<String>],
        &some(|row| &row.zip_code) as &[Option<String>],
        now,
    )
    .fetch_all(db)
    .await?;
    let new = written.iter().filter(|row| row.new).count() as u64;
    summary.new += new;
    summary.changed += written.len() as u64 - new;
    summary.left += (batch.len() - written.len()) as u64;
    batch.clear();
    Ok(())
}

//! Addresses: sub-district, district, province and postcode must belong together as in `crates/people/reference/places.csv`, the list that the
//! web's form uses too.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use manao_kernel::problem::{Code, Form, codes};

/// Columns: province, district, postcode, sub-districts separated by bars.
pub const LIST: &str = include_str!("../../reference/places.csv");

type SubDistricts = BTreeMap<&'static str, BTreeSet<&'static str>>;
type Districts = BTreeMap<&'static str, SubDistricts>;

/// Province → district → sub-district → its postcodes.
static PLACES: LazyLock<BTreeMap<&'static str, Districts>> = LazyLock::new(|| {
    let mut places: BTreeMap<&str, Districts> = BTreeMap::new();
    for line in LIST.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split(',');
        let (Some(province), Some(district), Some(zip), Some(names)) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        let district = places.entry(province).or_default().entry(district).or_default();
        for name in names.split('|') {
            district.entry(name).or_default().insert(zip);
        }
    }
    places
});

/// The part of an address that the list covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Address<'a> {
    pub province: Option<&'a str>,
    pub district: Option<&'a str>,
    pub sub_district: Option<&'a str>,
    pub zip_code: Option<&'a str>,
}

impl Address<'_> {
    /// Returns the first field, from the province down, that is not within the one above it. A postcode must belong to the named places.
    pub fn refusal(self) -> Option<(&'static str, Code)> {
        let wrong = |field| Some((field, codes::place_unknown));
        let mut districts: Vec<&Districts> = PLACES.values().collect();
        if let Some(province) = self.province {
            let Some(within) = PLACES.get(province) else { return wrong("province") };
            districts = vec![within];
        }
        let mut sub_districts: Vec<&SubDistricts> = districts.iter().flat_map(|within| within.values()).collect();
        if let Some(district) = self.district {
            sub_districts = districts.iter().filter_map(|within| within.get(district)).collect();
            if sub_districts.is_empty() {
                return wrong("district");
            }
        }
        let mut zips: Vec<&BTreeSet<&str>> = sub_districts.iter().flat_map(|within| within.values()).collect();
        if let Some(sub_district) = self.sub_district {
            zips = sub_districts.iter().filter_map(|within| within.get(sub_district)).collect();
            if zips.is_empty() {
                return wrong("subDistrict");
            }
        }
        match self.zip_code {
            Some(zip) if !zips.iter().any(|zips| zips.contains(zip)) => wrong("zipCode"),
            _ => None,
        }
    }
}

/// Adds mismatches to the form's refusals.
pub fn check(place: Address<'_>, before: Address<'_>, form: &mut Form) {
    // An address stored before the list applied, or with the names of that time, is accepted until its owner changes it.
    if place == before {
        return;
    }
    if let Some((field, code)) = place.refusal() {
        form.refuse(field, code);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_whole() {
        assert_eq!(PLACES.len(), 77);
        assert_eq!(PLACES["กรุงเทพมหานคร"].len(), 50);
        let names = PLACES.values().flat_map(BTreeMap::values).flat_map(BTreeMap::keys);
        assert!(names.clone().count() > 7_400, "{}", names.clone().count());
        let zips = PLACES.values().flat_map(BTreeMap::values).flat_map(BTreeMap::values).flatten();
        for zip in zips {
            assert!(zip.len() == 5 && zip.bytes().all(|byte| byte.is_ascii_digit()), "{zip}");
        }
        // Names must be stored normalised, because form input is normalised too.
        for name in names {
            assert_eq!(&manao_domain::text::normalise(name), name);
        }
    }

    #[test]
    fn what_lies_elsewhere_is_refused_at_its_field() {
        let place = |province, district, sub_district, zip_code| {
            let some = |text: &'static str| (!text.is_empty()).then_some(text);
            Address {
                province: some(province),
                district: some(district),
                sub_district: some(sub_district),
                zip_code: some(zip_code),
            }
        };
        for (place, field) in [
            (place("กรุงเทพมหานคร", "จตุจักร", "ลาดยาว", "10900"), None),
            (place("กรุงเทพมหานคร", "ดินแดง", "รัชดาภิเษก", "10400"), None),
            (place("กรุงเทพมหานคร", "จตุจักร", "", ""), None),
            // Several postcodes of one sub-district
            (place("ชลบุรี", "เมืองชลบุรี", "เสม็ด", "20000"), None),
            (place("ชลบุรี", "เมืองชลบุรี", "เสม็ด", "20130"), None),
            (place("กรุงเทพมหานคร", "ปทุมวัน", "ปทุมวัน", "10500"), None),
            (place("", "", "", "10900"), None),
            (place("", "", "ลาดยาว", "10900"), None),
            (place("", "", "", ""), None),
            (place("กรุงเทพ", "จตุจักร", "ลาดยาว", "10900"), Some("province")),
            (place("เชียงใหม่", "จตุจักร", "ลาดยาว", "10900"), Some("district")),
            (place("กรุงเทพมหานคร", "จตุจักร", "ศิลา", "10900"), Some("subDistrict")),
            (place("กรุงเทพมหานคร", "จตุจักร", "ลาดยาว", "50200"), Some("zipCode")),
            (place("กรุงเทพมหานคร", "จตุจักร", "", "50200"), Some("zipCode")),
            (place("", "", "", "99999"), Some("zipCode")),
            (place("Bangkok", "", "", ""), Some("province")),
        ] {
            assert_eq!(place.refusal().map(|(field, _)| field), field, "{place:?}");
            let mut form = Form::default();
            check(place, place, &mut form);
            assert!(!form.is_refused(), "what stands is left alone");
        }
    }
}

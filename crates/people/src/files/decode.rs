//! Decodes an uploaded picture, within bounds that are checked before anything is unpacked.
//!
//! Only the image data is read. Profiles and text chunks (a PNG's may be compressed a thousandfold) are skipped without unpacking.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, GrayAlphaImage, GrayImage, RgbImage, RgbaImage};
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors;

use manao_kernel::problem::{Code, codes};

/// Memory in bytes that processing may take per allowed pixel.
const BYTES_A_PIXEL: u64 = 7;
/// Most pixels of a side: each row costs time, however short it is.
const MOST_A_SIDE: u32 = 20_000;
/// Most scans of a progressive JPEG: each one passes over the whole picture. Cameras and programs write about ten.
const MOST_SCANS: usize = 50;
/// Memory in bytes that a decoder needs beside the file and its pixels, for rows and tables.
const DECODER_BYTES: usize = 8 * 1024 * 1024;

/// The largest picture accepted.
#[derive(Clone, Copy)]
pub struct Bounds {
    pub pixels: u64,
}

impl Bounds {
    /// Returns the memory in bytes that processing one picture may take.
    pub fn bytes(self) -> u64 {
        self.pixels * BYTES_A_PIXEL
    }

    fn check(self, width: u32, height: u32, bytes_a_pixel: u64) -> Result<(), Code> {
        let pixels = u64::from(width) * u64::from(height);
        let fits = pixels <= self.pixels && pixels * bytes_a_pixel <= self.bytes() && width.max(height) <= MOST_A_SIDE;
        if fits { Ok(()) } else { Err(codes::image_too_large) }
    }
}

/// Decodes to pixels of 8 bits a channel, and returns how they must be turned.
///
/// # Errors
/// `file_type_invalid` when it is not a JPEG or PNG picture, `image_too_large` when it exceeds the bounds.
pub fn decode(bytes: &[u8], bounds: Bounds) -> Result<(DynamicImage, Orientation), Code> {
    match image::guess_format(bytes) {
        Ok(image::ImageFormat::Png) => png(bytes, bounds),
        Ok(image::ImageFormat::Jpeg) => jpeg(bytes, bounds),
        _ => Err(codes::file_type_invalid),
    }
}

fn png(bytes: &[u8], bounds: Bounds) -> Result<(DynamicImage, Orientation), Code> {
    let refusal = |error: png::DecodingError| match error {
        png::DecodingError::LimitsExceeded => codes::image_too_large,
        _ => codes::file_type_invalid,
    };
    let limits = png::Limits { bytes: bytes.len() + DECODER_BYTES };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let header = decoder.read_header_info().map_err(refusal)?;
    let (width, height) = (header.width, header.height);
    bounds.check(width, height, 1)?;
    let mut reader = decoder.read_info().map_err(refusal)?;
    let (colour, _) = reader.output_color_type();
    bounds.check(width, height, colour.samples() as u64)?;
    let turned = reader.info().exif_metadata.as_deref().and_then(Orientation::from_exif_chunk);

    let mut pixels = vec![0; reader.output_buffer_size().ok_or(codes::image_too_large)?];
    reader.next_frame(&mut pixels).map_err(refusal)?;
    let picture = match colour {
        png::ColorType::Grayscale => GrayImage::from_raw(width, height, pixels).map(DynamicImage::from),
        png::ColorType::GrayscaleAlpha => GrayAlphaImage::from_raw(width, height, pixels).map(DynamicImage::from),
        png::ColorType::Rgb => RgbImage::from_raw(width, height, pixels).map(DynamicImage::from),
        png::ColorType::Rgba => RgbaImage::from_raw(width, height, pixels).map(DynamicImage::from),
        png::ColorType::Indexed => None,
    };
    Ok((picture.ok_or(codes::file_type_invalid)?, turned.unwrap_or(Orientation::NoTransforms)))
}

fn jpeg(bytes: &[u8], bounds: Bounds) -> Result<(DynamicImage, Orientation), Code> {
    let refusal = |error: DecodeErrors| match error {
        DecodeErrors::LargeDimensions(_) => codes::image_too_large,
        _ => codes::file_type_invalid,
    };
    let most = MOST_A_SIDE as usize;
    let options = DecoderOptions::default().set_strict_mode(false).set_max_width(most).set_max_height(most);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options.jpeg_set_max_scans(MOST_SCANS));
    decoder.decode_headers().map_err(refusal)?;
    let info = decoder.info().ok_or(codes::file_type_invalid)?;
    let (width, height) = (u32::from(info.width), u32::from(info.height));
    let grey = decoder.input_colorspace() == Some(ColorSpace::Luma);
    // A progressive JPEG is held whole, two bytes per value, until its last scan arrives.
    let coefficients = if info.sof.is_sequential_dct() { 0 } else { 2 * u64::from(info.components) };
    bounds.check(width, height, coefficients + if grey { 1 } else { 3 })?;
    let turned = decoder.exif().and_then(|exif| Orientation::from_exif_chunk(exif));

    decoder.set_options(decoder.options().jpeg_set_out_colorspace(if grey { ColorSpace::Luma } else { ColorSpace::RGB }));
    let pixels = decoder.decode().map_err(refusal)?;
    let picture = match grey {
        true => GrayImage::from_raw(width, height, pixels).map(DynamicImage::from),
        false => RgbImage::from_raw(width, height, pixels).map(DynamicImage::from),
    };
    Ok((picture.ok_or(codes::file_type_invalid)?, turned.unwrap_or(Orientation::NoTransforms)))
}
